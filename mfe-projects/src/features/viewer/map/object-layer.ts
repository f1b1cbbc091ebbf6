import type { ObjectOutline } from '@lamella/shared/contract'
import Feature from 'ol/Feature.js'
import Polygon from 'ol/geom/Polygon.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'

export type ObjectLayer = VectorLayer<VectorSource<Feature<Polygon>>>
/** By class. */
export type ObjectStyles = ReadonlyMap<string, Style>

/** Outline 2 px at any zoom, fill 10 % or, to be seen from afar, 55 % (design/visual.md §7). */
export const objectStyles = (colors: Record<string, string>, filled: boolean): ObjectStyles =>
  new Map(
    Object.entries(colors).map(([name, color]) => [
      name,
      new Style({
        stroke: new Stroke({ color, width: 2 }),
        fill: new Fill({ color: `${color}${filled ? '8C' : '1A'}` }),
      }),
    ]),
  )

/** White with a black halo. */
const selectedStyles = [
  new Style({ stroke: new Stroke({ color: '#000000', width: 5 }) }),
  new Style({ stroke: new Stroke({ color: '#FFFFFF', width: 2 }), zIndex: 1 }),
]

/** Objects of a result over the image. */
export const createObjectLayer = (objects: readonly ObjectOutline[], styles: ObjectStyles): ObjectLayer => {
  const features = objects.map(({ no, class: name, polygon }) => {
    const feature = new Feature(new Polygon([polygon.map(([x, y]) => [x, -y])]))
    feature.setId(no)
    feature.setStyle(styles.get(name))
    feature.set('class', name)
    return feature
  })
  return new VectorLayer({ source: new VectorSource({ features }), updateWhileInteracting: true })
}

/** Marks one object, and the one before it no more. */
export const selectObject = (
  layer: ObjectLayer,
  styles: ObjectStyles,
  before: number | null,
  now: number | null,
): void => {
  const source = layer.getSource()
  if (before !== null) {
    const feature = source?.getFeatureById(before)
    if (feature instanceof Feature) feature.setStyle(styles.get(String(feature.get('class'))))
  }
  if (now !== null) {
    const feature = source?.getFeatureById(now)
    if (feature instanceof Feature) feature.setStyle(selectedStyles)
  }
}
