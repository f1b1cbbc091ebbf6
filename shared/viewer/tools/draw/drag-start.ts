/** Whether an event begins a stroke: of the first button, a pen or one finger. With a key the drag is that of the map: a box to zoom to, or a turn. */
export const isDrag = (event: unknown): event is PointerEvent =>
  event instanceof PointerEvent &&
  event.button === 0 &&
  event.isPrimary &&
  !(event.shiftKey || event.altKey || event.ctrlKey || event.metaKey)
