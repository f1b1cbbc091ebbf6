import type { ObjectOutline } from '@lamella/shared/contract'

/** Outlines with one that must be among them, though it may lie elsewhere or was left out. */
export const withObject = (
  objects: readonly ObjectOutline[],
  wanted: ObjectOutline | null,
): readonly ObjectOutline[] =>
  wanted === null || objects.some(({ no }) => no === wanted.no) ? objects : [...objects, wanted]
