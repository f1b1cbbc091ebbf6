import css from './file-facts.module.css'
import { missingOf } from './file-set.ts'
import type { SelectedFile } from './selection.ts'
import type { Looks } from './use-looks.ts'

/** More names would make the row higher than the list. */
const mostNamed = 5

const listOf = (names: readonly string[]): string => {
  const rest = names.length - mostNamed
  return names.slice(0, mostNamed).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

/** Of a data set of several files: how many are in the row, and which are missing. */
export const SetFacts = ({ selected, looks }: { selected: SelectedFile; looks: Looks }) => {
  const missing = missingOf(selected, looks)
  const count = selected.parts?.length ?? 1
  return (
    <>
      {count > 1 && <span className={css.facts}>{count} files, which are one image</span>}
      {missing.length > 0 && (
        <span className={css.problem}>
          {count > 1
            ? 'Files of this set are missing'
            : 'It belongs to a set of files, of which others are not selected'}
          : {listOf(missing)}
        </span>
      )}
    </>
  )
}
