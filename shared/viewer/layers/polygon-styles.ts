import Point from 'ol/geom/Point.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import { fillOpacities } from './object-look.ts'

/** Appearance of the shapes of a layer. */
export interface PolygonLook {
  /** `#rrggbb` by group. */
  colors: Readonly<Record<string, string>>
  /** With a stronger fill, for small scales at which outlines are hard to see. */
  filled?: boolean
  /** Groups with a dashed outline and without fill. */
  dashed?: readonly string[]
}

/** Words at a place of the picture. */
export interface PolygonLabel {
  text: string
  /** Corner at the top of the label, pixels of the image. */
  at: readonly [x: number, y: number]
  /** Whether `at` is the left or the right corner. */
  align: 'left' | 'right'
}

/** Style by group. */
export type PolygonStyles = ReadonlyMap<string, Style>

/** One style per group, with outlines of 2 px at any zoom. */
export const polygonStyles = ({ colors, filled = false, dashed = [] }: PolygonLook): PolygonStyles =>
  new Map(
    Object.entries(colors).map(([group, color]) => [
      group,
      new Style({
        stroke: new Stroke({ color, width: 2, ...(dashed.includes(group) && { lineDash: [4, 5] }) }),
        // An invisible fill: the inside can still be clicked.
        fill: new Fill({
          color: `${color}${dashed.includes(group) ? '01' : filled ? fillOpacities.filled : fillOpacities.outlined}`,
        }),
      }),
    ]),
  )

/** Style of a label: white on a plate, which can be read on any picture. */
export const labelStyle = ({ text, at: [x, y], align }: PolygonLabel): Style =>
  new Style({
    geometry: new Point([x, -y]),
    zIndex: 2,
    text: new Text({
      text,
      font: '500 12px "Inter Variable", sans-serif',
      textAlign: align,
      textBaseline: 'top',
      offsetX: align === 'left' ? 12 : -12,
      offsetY: 10,
      padding: [4, 6, 3, 6],
      fill: new Fill({ color: '#FFFFFF' }),
      backgroundFill: new Fill({ color: '#000000B8' }),
    }),
  })

/** Style of the selected shape: white with a black halo. */
export const selectedStyles: Style[] = [
  new Style({ stroke: new Stroke({ color: '#000000', width: 5 }) }),
  new Style({ stroke: new Stroke({ color: '#FFFFFF', width: 2 }), zIndex: 1 }),
]
