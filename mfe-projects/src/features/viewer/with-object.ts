import type { ObjectOutline } from '@lamella/shared/contract'

/** Adds an object to those to draw, unless it is among them: it may be outside the visible part or thinned out. */
export const withObject = (
  objects: readonly ObjectOutline[],
  wanted: ObjectOutline | null,
): readonly ObjectOutline[] =>
  wanted === null || objects.some(({ no }) => no === wanted.no) ? objects : [...objects, wanted]
