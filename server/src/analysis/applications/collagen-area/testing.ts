import { rgbInMemory } from '../../sources/rgb.ts'
import { collagenArea } from './application.ts'

/** What the application finds in an RGB picture. */
export const run = async (image: Parameters<typeof rgbInMemory>[0], params = {}) => {
  const { measurements, objects, classes } = await collagenArea.run(rgbInMemory(image), params)
  return {
    figures: Object.fromEntries(measurements.map(({ key, value }) => [key, value])),
    classes: classes.map(({ count }) => count),
    shares: [...(objects.values.collagen ?? [])],
  }
}
