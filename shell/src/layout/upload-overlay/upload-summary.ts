import { interruptedText } from '@lamella/shared/blocks'
import type { UploadItem } from '@lamella/shared/events'

/** What the uploads do together; `interrupted` and `paused`: nothing is sent until the user acts. */
type Activity = 'uploading' | 'interrupted' | 'paused'

/** In words, for the header and the overlay (D3-2-111). What has not begun waits behind what is paused. */
export const uploadSummary = (
  items: readonly Pick<UploadItem, 'status' | 'waitsFor'>[],
): { activity: Activity; text: string } => {
  const has = (...statuses: UploadItem['status'][]): boolean => items.some(({ status }) => statuses.includes(status))
  if (!has('queue', 'uploading', 'restarting')) {
    const interrupted = items.filter(({ waitsFor }) => waitsFor !== null).length
    if (interrupted > 0) return { activity: 'interrupted', text: interruptedText(interrupted) }
    if (has('paused')) return { activity: 'paused', text: 'Uploads paused' }
  }
  return { activity: 'uploading', text: `Uploading ${items.length} item(s)` }
}
