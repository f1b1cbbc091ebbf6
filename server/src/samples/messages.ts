import * as z from 'zod'

/** Files that the process leaves in its folder. */
export const pictureFile = 'picture.tif'
export const truthFile = 'truth.json'

/** Sent by the process: share of the picture that is drawn, 0 to 1. */
export const drawingMessage = z.object({ drawn: z.number().min(0).max(1) })

/** What it draws. */
export interface DrawingTask {
  folder: string
  pictureId: string
}
