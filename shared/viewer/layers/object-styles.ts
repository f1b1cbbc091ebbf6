import { boxOf, type Geometry } from '@lamella/shared/geometry'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import { fillOpacities, pointRadius } from './object-look.ts'
import { labelStyle } from './polygon-styles.ts'

/** That somebody else has selected an object. */
export interface ObjectMark {
  /** Who. */
  name: string
  /** `#rrggbb` */
  color: string
}

/** Outline of 2 px at any zoom, and a fill through which the picture is seen. */
export const coloredStyles = (color: string, filled: boolean): Style[] => [
  new Style({
    stroke: new Stroke({ color, width: 2 }),
    fill: new Fill({ color: `${color}${filled ? fillOpacities.filled : fillOpacities.outlined}` }),
    image: new CircleStyle({
      radius: pointRadius,
      fill: new Fill({ color }),
      stroke: new Stroke({ color: '#000000', width: 1 }),
    }),
  }),
]

/** Of what has no colour. */
export const colorlessStyles: Style[] = [
  new Style({
    stroke: new Stroke({ color: '#000000', width: 2 }),
    // An invisible fill: the inside can still be clicked.
    fill: new Fill({ color: '#FFFFFF01' }),
    image: new CircleStyle({
      radius: pointRadius,
      fill: new Fill({ color: '#FFFFFF66' }),
      stroke: new Stroke({ color: '#000000', width: 2, lineDash: [3, 3] }),
    }),
  }),
  new Style({ stroke: new Stroke({ color: '#FFFFFF', width: 2, lineDash: [5, 5] }) }),
]

/** Dashes of white over a dark line: other than those of objects, and without a fill. */
export const frameStyles: Style[] = [
  new Style({ stroke: new Stroke({ color: '#00000080', width: 3 }) }),
  new Style({ stroke: new Stroke({ color: '#FFFFFF', width: 1.5, lineDash: [8, 5] }) }),
]

/** The name of a region on a plate over its top left corner. */
export const plateOf = (text: string, geometry: Geometry): Style => {
  const [left, top] = boxOf(geometry)
  const plate = labelStyle({ text, at: [left, top], align: 'left' })
  plate.getText()?.setTextBaseline('bottom')
  plate.getText()?.setOffsetX(6)
  plate.getText()?.setOffsetY(-6)
  return plate
}

/** Of a point, besides `selectedStyles`. */
export const selectedPoint = new Style({
  image: new CircleStyle({
    radius: pointRadius,
    fill: new Fill({ color: '#FFFFFF' }),
    stroke: new Stroke({ color: '#000000', width: 2 }),
  }),
  zIndex: 2,
})

/** Dashes in the colour of a person over a dark line, with their name on a plate. */
export const markStyles = ({ name, color }: ObjectMark, geometry: Geometry): Style[] => [
  new Style({
    stroke: new Stroke({ color: '#000000', width: 4 }),
    image: new CircleStyle({ radius: pointRadius + 3, stroke: new Stroke({ color: '#000000', width: 4 }) }),
    zIndex: 1,
  }),
  new Style({
    stroke: new Stroke({ color, width: 2.5, lineDash: [7, 5] }),
    image: new CircleStyle({ radius: pointRadius + 3, stroke: new Stroke({ color, width: 2.5, lineDash: [7, 5] }) }),
    zIndex: 1,
  }),
  plateOf(name, geometry),
]
