import type { FileType } from '@lamella/shared/contract'
import { InfoBar } from '@lamella/shared/ui'
import { fileTypes } from './file-types.tsx'
import css from './refused-files.module.css'
import type { PickResult } from './selection.ts'

/** Files of one selection that were not added to the list. */
export interface Refused extends Pick<PickResult, 'invalid' | 'empty'> {
  fileType: FileType
}

/** More names would hide the list below. */
const mostNamed = 5

const namesOf = (names: readonly string[]): string => {
  const rest = names.length - mostNamed
  return names.slice(0, mostNamed).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

/** Names the files that were refused, until the next selection; the texts of the toasts name extensions only. */
export const RefusedFiles = ({ refused: { fileType, invalid, empty } }: { refused: Refused }) => {
  const kind = fileTypes.find(({ type }) => type === fileType)?.title
  return (
    <div className={css.refused}>
      {invalid.length > 0 && (
        <InfoBar tone="warning">
          Not added, because their format is not one of {kind}: {namesOf(invalid)}
        </InfoBar>
      )}
      {empty.length > 0 && (
        <InfoBar tone="warning">Not added, because they are empty (0 bytes): {namesOf(empty)}</InfoBar>
      )}
    </div>
  )
}
