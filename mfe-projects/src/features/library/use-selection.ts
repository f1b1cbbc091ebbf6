import { type Image, imagesAtOnce } from '@lamella/shared/contract'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { leapOf, noSelection, pick, pickRange, rangeTo, retag, type Selection, stepOf, toggle } from './selection.ts'
import type { LibraryImages } from './use-library-images.ts'

/** Keys that change how a click or an arrow chooses. */
type Keys = Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>

/** What of a list the keyboard has to know. */
export interface ListShape {
  /** 1: a list. */
  columns: number
  /** Images in view at once. */
  screenful: number
}

/** Chooses images by mouse and keyboard, as file managers do. */
export interface Choosing {
  selection: Selection
  /** A click: this image only; with Ctrl it is added or taken away, with Shift all from the last choice to it. */
  choose: (image: Image, index: number, keys: Keys) => void
  /** Adds or takes away an image. */
  toggle: (image: Image, index: number) => void
  clear: () => void
  /** Tags of images were changed, which may be chosen. */
  retag: (images: readonly Image[], tags: { add: readonly string[]; remove: readonly string[] }) => void
  /**
   * Arrows, Page Up and Down, Home and End, also with Shift; Space; Ctrl+A; Escape.
   * @param index - of the focused image
   */
  onKeyDown: (event: KeyboardEvent, index: number, shape: ListShape) => void
}

/** @param first - what is chosen at first @param focusOn - brings an image into view and gives it the focus */
export const useSelection = (
  { total = 0, imageAt, read }: Pick<LibraryImages, 'total' | 'imageAt' | 'read'>,
  first: Selection,
  focusOn: (index: number) => void,
): Choosing => {
  const [selection, setSelection] = useState(first)
  const pickTo = async (index: number): Promise<void> => {
    const [first, last] = rangeTo(selection, index)
    const images = await read(first, last).catch(() => [])
    setSelection((before) => pickRange(before, images, index))
  }
  const toggleAt = (image: Image, index: number): void => setSelection((before) => toggle(before, image, index))
  const choose = (image: Image, index: number, { shiftKey, ctrlKey, metaKey }: Keys): void => {
    if (shiftKey) void pickTo(index)
    else if (ctrlKey || metaKey) toggleAt(image, index)
    else setSelection(pick(image, index))
  }
  const goTo = async (index: number, keys: Keys): Promise<void> => {
    focusOn(index)
    if (keys.shiftKey) return pickTo(index)
    const [image] = imageAt(index) ? [imageAt(index)] : await read(index, index).catch(() => [])
    if (image) setSelection(pick(image, index))
  }
  const onKeyDown = (event: KeyboardEvent, index: number, { columns, screenful }: ListShape): void => {
    const image = imageAt(index)
    const step = stepOf(event.key, columns)
    const goal = step === null ? leapOf(event.key, index, { total, screenful }) : index + step
    const isAll = event.key === 'a' && (event.ctrlKey || event.metaKey)
    if (goal === null && !isAll && event.key !== ' ' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Escape') setSelection(noSelection)
    else if (event.key === ' ' && image) toggleAt(image, index)
    else if (isAll)
      void read(0, Math.min(total - 1, imagesAtOnce))
        .catch(() => [])
        .then((all) => setSelection((before) => pickRange(before, all, index)))
    else if (goal !== null && goal >= 0 && goal < total) void goTo(goal, event)
  }
  return {
    selection,
    choose,
    toggle: toggleAt,
    clear: () => setSelection(noSelection),
    retag: (images, tags) => {
      const ids = new Set(images.map(({ id }) => id))
      setSelection((before) => retag(before, ids, tags))
    },
    onKeyDown,
  }
}
