import type { FileType, Project } from '@lamella/shared/contract'
import { runtimeConfigAtom, store } from '@lamella/shared/session'
import { ConfirmDialog, InfoBar } from '@lamella/shared/ui'
import { Anchor } from '@mantine/core'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Capacity } from '../../lib/capacity.ts'
import { parseSize } from '../../lib/parse-size.ts'
import type { ChosenFile } from './chosen-file.ts'
import { FilePicker } from './file-picker.tsx'
import { joinSets, lookOf } from './file-set.ts'
import { fileTypes } from './file-types.tsx'
import { pickedFilesAtom } from './picked.ts'
import css from './select-data.module.css'
import { SelectedData } from './selected-data.tsx'
import { pickFiles, type SelectedFile, withWarnings } from './selection.ts'
import { tellRefused } from './tell-refused.ts'
import { UploadSummary } from './upload-summary.tsx'
import { useLooks } from './use-looks.ts'
import { useSameContent } from './use-same-content.ts'
import { useTypedNames } from './use-typed-names.ts'

interface SelectDataProps {
  project: Project
  capacity: Capacity
  /** As the server gives it, such as `20GB`. */
  maxUploadSize: string
  onStart: (files: readonly SelectedFile[]) => void
  onChangeProject: () => void
}

/** Step 2 of the wizard (D3-2-46): pickers, list and summary. */
export const SelectData = ({ project, capacity, maxUploadSize, onStart, onChangeProject }: SelectDataProps) => {
  const { guideUrl } = useAtomValue(runtimeConfigAtom).product
  const [picked, setPicked] = useAtom(pickedFilesAtom)
  const typedNames = useTypedNames()
  const [asking, setAsking] = useState(false)
  const files = withWarnings(picked, capacity, parseSize(maxUploadSize))
  const looks = useLooks(picked)
  const comparisons = useSameContent(project.id, picked)
  useEffect(() => {
    const list = joinSets(picked, looks)
    if (list !== picked) setPicked(list)
  }, [picked, looks, setPicked])
  const wanted = files.filter(({ warning }) => warning === null)
  const maxSizeText = maxUploadSize.replace(/^(\d+(?:\.\d+)?)\s*(\w+)$/, '$1 $2')

  const add = (fileType: FileType, added: ChosenFile[]): void => {
    // Read anew: folders take a while to be read, and the list may have changed meanwhile.
    const present = store.get(pickedFilesAtom)
    const result = pickFiles(added, fileType, parseSize(maxUploadSize), present)
    tellRefused(result, maxSizeText)
    const named = result.accepted.map((file) => ({ ...file, name: typedNames.of(file).trim() || file.name }))
    setPicked([...present, ...named])
  }
  const start = (): void => {
    setPicked([])
    typedNames.drop()
    onStart(wanted.map((file) => ({ ...file, picture: lookOf(file, looks)?.picture ?? null })))
  }
  return (
    <>
      <InfoBar>
        Maximum upload size per file is {maxSizeText}. Check the compatibility of file formats and image analysis
        applications in our{' '}
        <Anchor href={guideUrl} target="_blank" rel="noreferrer" inherit>
          guide
        </Anchor>
        .
      </InfoBar>
      <div className={css.columns}>
        <div className={css.data}>
          <div className={css.pickers}>
            {fileTypes.map((kind) => (
              <FilePicker key={kind.type} kind={kind} onFiles={(added) => add(kind.type, added)} />
            ))}
          </div>
          <SelectedData
            files={files}
            looks={looks}
            comparisons={comparisons}
            typedNames={typedNames}
            onRetype={(id, fileType) =>
              setPicked(picked.map((file) => (file.id === id ? { ...file, fileType } : file)))
            }
            onShowZ={(id, zShown) => setPicked(picked.map((file) => (file.id === id ? { ...file, zShown } : file)))}
            onRename={(id, name) => setPicked(picked.map((file) => (file.id === id ? { ...file, name } : file)))}
            onRemove={(removed) => {
              typedNames.forget(removed)
              setPicked(picked.filter(({ id }) => id !== removed.id))
            }}
          />
        </div>
        <UploadSummary
          project={project}
          files={files}
          capacity={capacity}
          onStart={() => (wanted.length < files.length ? setAsking(true) : start())}
          onChangeProject={onChangeProject}
        />
      </div>
      <ConfirmDialog
        opened={asking}
        title="Image quota exceeded"
        confirmLabel="Continue"
        onConfirm={start}
        onClose={() => setAsking(false)}
      >
        {files.length - wanted.length} file(s) will not be part of the upload.
      </ConfirmDialog>
    </>
  )
}
