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
  const isSame = (event: PointerEvent): boolean => event.pointerId === pointerId
  const move = (event: PointerEvent): void => {
    if (isSame(event)) onMove(event.clientX - clientX, event.clientY - clientY)
  }
  const release = (event: PointerEvent): void => {
    if (isSame(event)) stop()
  }
  const stop = (): void => {
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', release)
    window.removeEventListener('pointercancel', release)
  }
  window.addEventListener('pointermove', move)
  window.addEventListener('pointerup', release)
  window.addEventListener('pointercancel', release)
  return stop
}
