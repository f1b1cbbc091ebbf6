import { type BusEvents, bus, type UploadItemStatus } from '@lamella/shared/events'

const over: readonly UploadItemStatus[] = ['complete', 'cancelled', 'error']

let active = 0
// From the bus, because importing the queue would add it to the log-in page's code.
bus.on('upload/changed').subscribe(({ items }: BusEvents['upload/changed']) => {
  // Those that wait for their file after a reload go on at the next one as well.
  active = items.filter(({ status, waitsFor }) => !over.includes(status) && waitsFor === null).length
})

/** Number of uploads that would stop if the page were left: after a reload the user would have to choose the files again. */
export const runningUploads = (): number => active
