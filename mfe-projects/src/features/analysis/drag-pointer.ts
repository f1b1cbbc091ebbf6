/**
 * Follows a pointer from its press to its release, also beside the element it was pressed on.
 *
 * @param onMove - called with the way since the press, CSS pixels
 * @returns ends it early
 */
export const dragPointer = (
  { pointerId, clientX, clientY }: { pointerId: number; clientX: number; clientY: number },
  onMove: (dx: number, dy: number) => void,
): (() => void) => {
  const end = new AbortController()
  const { signal } = end
  const listen = (type: 'pointermove' | 'pointerup' | 'pointercancel', handle: (event: PointerEvent) => void): void =>
    window.addEventListener(type, (event) => event.pointerId === pointerId && handle(event), { signal })
  listen('pointermove', (event) => onMove(event.clientX - clientX, event.clientY - clientY))
  listen('pointerup', () => end.abort())
  listen('pointercancel', () => end.abort())
  return () => end.abort()
}
