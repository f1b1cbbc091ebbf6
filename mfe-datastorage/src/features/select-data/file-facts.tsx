import { type FileType, hasAllowedExtension } from '@lamella/shared/contract'
import { UnstyledButton } from '@mantine/core'
import css from './file-facts.module.css'
import { betterType, type FileLook, headerText } from './file-header.ts'
import { fileTypes } from './file-types.tsx'
import type { SelectedFile } from './selection.ts'

interface FileFactsProps {
  selected: SelectedFile
  /** Undefined: not known yet. */
  look: FileLook | undefined
  onRetype: (type: FileType) => void
}

/** What the header of a picked file says, what is probably wrong with it, and which kind of data would fit it better. */
export const FileFacts = ({ selected: { file, fileType, name }, look, onRetype }: FileFactsProps) => {
  if (!look) return null
  const { header, problem } = look
  const better = header && betterType(header, fileType)
  const kind = better && hasAllowedExtension(file.name, better) && fileTypes.find(({ type }) => type === better)
  return (
    <>
      {header && <span className={css.facts}>{headerText(header)}</span>}
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
