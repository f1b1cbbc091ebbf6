import { formatNumber } from '@lamella/shared/ui'

/** Note that not all objects are drawn; nothing when they are. */
export const ThinnedNote = ({ oneOf }: { oneOf: number }) =>
  oneOf > 1 && <span role="status">About 1 of {formatNumber(oneOf)} objects is drawn. Zoom in to see all.</span>
