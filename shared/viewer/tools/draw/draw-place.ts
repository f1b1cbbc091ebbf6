import type { Position } from '@lamella/shared/geometry'
import type { MapContext } from '../../canvas/map-context.ts'

const hundredths = (value: number): number => Math.round(value * 100) / 100

/** A place with two decimals: a hundredth of a pixel is less than anybody can point at. */
export const roundedPlace = ([x, y]: readonly [number, number]): Position => [hundredths(x), hundredths(y)]

/** The nearest place on the image, likewise. @param place - y downwards */
export const placeOn = ({ view }: MapContext, [x, y]: readonly [number, number]): Position => {
  const within = (value: number, most: number): number => Math.min(Math.max(value, 0), most)
  return roundedPlace([within(x, view.width), within(y, view.height)])
}
