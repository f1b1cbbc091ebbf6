import type { ImageView } from '@lamella/shared/contract'

/** View of a plain image of 1,000 × 800 px. */
export const sampleView = (changes: Partial<ImageView> = {}): ImageView => ({
  width: 1000,
  height: 800,
  tileSize: 256,
  levels: [{ width: 1000, height: 800 }],
  encoding: 'jpeg',
  sampleFormat: 'uint8',
  samplesPerPixel: 3,
  byteOrder: 'little',
  channels: [],
  timePoints: 1,
  zCount: 1,
  zShown: 0,
  hasMaximum: false,
  scenes: [{ name: '', width: 1000, height: 800 }],
  slidePictures: [],
  ...changes,
})
