import { micrometresPer, pixelSize } from '../pixel-size.ts'
import { parseXml } from '../xml.ts'
import type { Convention } from './layout.ts'
import { plain } from './plain.ts'

/** TIFFs that MetaMorph and its relatives export: an ordinary TIFF with calibration in an XML of properties. */
export const metaSeries: Convention = async (context) => {
  if (!context.description.startsWith('<MetaData>')) return null
  const layout = await plain(context)
  const properties = parseXml(context.description)?.find('MetaData', 'PlaneInfo')?.children('prop') ?? []
  const value = (id: string) => properties.find((property) => property.attribute('id') === id)?.attribute('value') ?? ''
  const unit = value('spatial-calibration-state') === 'on' ? micrometresPer(value('spatial-calibration-units')) : null
  const size = (axis: string) => Number(value(`spatial-calibration-${axis}`) || Number.NaN) * (unit ?? Number.NaN)
  return layout && { ...layout, format: 'MetaMorph TIFF', pixelSizeUm: pixelSize(size('x'), size('y')) }
}
