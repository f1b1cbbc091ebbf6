import { type FileType, hasAllowedExtension } from '@lamella/shared/contract'
import type { ZShown } from '@lamella/shared/upload'
import { SegmentedControl, UnstyledButton } from '@mantine/core'
import css from './file-facts.module.css'
import { betterType, type FileLook, headerText } from './file-header.ts'
import { fileTypes } from './file-types.tsx'
import type { SelectedFile } from './selection.ts'

interface FileFactsProps {
  selected: SelectedFile
  /** Undefined: not known yet. */
  look: FileLook | undefined
  onRetype: (type: FileType) => void
  onShowZ: (zShown: ZShown) => void
}

const zChoices = [
  { value: 'middle', label: 'Middle plane' },
  { value: 'max', label: 'Maximum' },
] as const satisfies readonly { value: ZShown; label: string }[]

/**
 * What the header of a picked file says, what is probably wrong with it, which kind of data would fit it better,
 * and of a Z stack what is shown first.
 */
export const FileFacts = ({ selected, look, onRetype, onShowZ }: FileFactsProps) => {
  if (!look) return null
  const { file, fileType, name, zShown = 'middle' } = selected
  const { header, problem, noPicture } = look
  const better = header && betterType(header, fileType)
  const kind = better && hasAllowedExtension(file.name, better) && fileTypes.find(({ type }) => type === better)
  return (
    <>
      {header && <span className={css.facts}>{headerText(header)}</span>}
      {header && header.planes > 1 && (
        <span className={css.choice}>
          Shown first
          <SegmentedControl
            size="xs"
            aria-label={`Z planes of ${name}, shown first`}
            data={[...zChoices]}
            value={zShown}
            onChange={(value) => onShowZ(value as ZShown)}
          />
        </span>
      )}
      {noPicture && <span className={css.facts}>{noPicture}</span>}
      {problem && <span className={css.problem}>{problem}</span>}
      {better && kind && (
        <UnstyledButton
          className={css.better}
          aria-label={`Upload ${name} as ${kind.word}`}
          onClick={() => onRetype(better)}
        >
          Looks like {kind.title}: upload it as {kind.word}
        </UnstyledButton>
      )}
    </>
  )
}
