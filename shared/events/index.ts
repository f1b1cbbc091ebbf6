export { type BusEvents, bus, type Toast } from './bus.ts'
export type { TourStepData } from './tour-events.ts'
export type { UploadItem, UploadItemStatus, UploadOutcome, UploadSnapshot, UploadTotals } from './upload-events.ts'
