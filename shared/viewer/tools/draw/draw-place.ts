import type { Position } from '@lamella/shared/geometry'
import type { MapContext } from '../../canvas/map-context.ts'

/** A place on the image, with two decimals: a hundredth of a pixel is less than anybody can point at. @param place - y downwards */
export const placeOn = ({ view }: MapContext, [x, y]: readonly [number, number]): Position => {
  const within = (value: number, most: number): number => Math.round(Math.min(Math.max(value, 0), most) * 100) / 100
  return [within(x, view.width), within(y, view.height)]
}
