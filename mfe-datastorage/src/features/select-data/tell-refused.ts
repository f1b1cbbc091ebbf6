import { bus } from '@lamella/shared/events'
import type { PickResult } from './selection.ts'

/** More names would make the toast higher than the list. */
const mostNamed = 5

const namesOf = (names: readonly string[]): string => {
  const rest = names.length - mostNamed
  return names.slice(0, mostNamed).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

const title = 'Upload images'

/**
 * Reports by toasts which files of a selection were not added. The one on extensions stays until it is closed
 * (D3-5-04); that of a later selection takes its place.
 *
 * @param maxSize - as it is displayed, such as `20 GB`
 */
export const tellRefused = ({ invalidExtensions, invalid, empty, tooLarge }: PickResult, maxSize: string): void => {
  if (invalidExtensions.length > 0) {
    const sentence = `Files with invalid extension (${invalidExtensions.join(', ')}) for the selected image data cannot be added to the upload list.`
    bus.emit('toast/show', {
      kind: 'warning',
      title,
      detail: `${sentence} Not added: ${namesOf(invalid)}`,
      sticky: true,
      key: 'invalid-extensions',
    })
  }
  if (empty.length > 0) {
    const detail = `Files without content (0 bytes) cannot be added to the upload list. Not added: ${namesOf(empty)}`
    bus.emit('toast/show', { kind: 'warning', title, detail })
  }
  for (const name of tooLarge) {
    const detail = `Your selection was cancelled as ${name} is larger than ${maxSize}.`
    bus.emit('toast/show', { kind: 'error', title, detail })
  }
}
