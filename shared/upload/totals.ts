import type { UploadItem, UploadTotals } from '@lamella/shared/events'

/** Sums over all items; cancelled and failed ones do not count as bytes to send. Of nothing, all is done (D3-2-84). */
export const totalsOf = (items: readonly UploadItem[]): UploadTotals => {
  const counted = items.filter((item) => item.status !== 'cancelled' && item.status !== 'error')
  const totalBytes = counted.reduce((sum, item) => sum + item.size, 0)
  const doneBytes = counted.reduce((sum, item) => sum + item.doneBytes, 0)
  const speed = counted.reduce((sum, item) => sum + (item.speed ?? 0), 0)
  return {
    totalBytes,
    doneBytes,
    progress: items.length === 0 ? 100 : totalBytes === 0 ? 0 : (doneBytes / totalBytes) * 100,
    timeRemaining: speed > 0 ? (totalBytes - doneBytes) / speed : 0,
    speed,
    failures: items.filter((item) => item.status === 'error').length,
  }
}
