import { fileMetadata, numberOf } from '../file-metadata.ts'
import { micrometresPer, pixelSize } from '../pixel-size.ts'
import { parseXml } from '../xml.ts'
import type { Convention } from './layout.ts'
import { exposureOf } from './metamorph.ts'
import { plain } from './plain.ts'

/** TIFFs that MetaMorph and its relatives export: an ordinary TIFF with calibration in an XML of properties. */
export const metaSeries: Convention = async (context) => {
  if (!context.description.startsWith('<MetaData>')) return null
  const layout = await plain(context)
  const whole = parseXml(context.description)?.find('MetaData')
  const properties = whole?.find('PlaneInfo')?.children('prop') ?? []
  const about = whole?.children('prop').find((property) => property.attribute('id') === 'Description')
  const exposureMs = exposureOf((about?.attribute('value') ?? '').replaceAll(/&#1[03];/g, '\n'))
  const value = (id: string) => properties.find((property) => property.attribute('id') === id)?.attribute('value') ?? ''
  const unit = value('spatial-calibration-state') === 'on' ? micrometresPer(value('spatial-calibration-units')) : null
  const size = (axis: string) => Number(value(`spatial-calibration-${axis}`) || Number.NaN) * (unit ?? Number.NaN)
  const metadata = fileMetadata({
    acquiredAt: moment(value('acquisition-time-local')),
    objective: { name: value('_MagSetting_'), numericalAperture: numberOf(value('_MagNA_')) },
    stagePosition: { x: numberOf(value('stage-position-x')), y: numberOf(value('stage-position-y')) },
    channels: exposureMs === null ? [] : [{ exposureMs }],
  })
  return layout && { ...layout, format: 'MetaMorph TIFF', pixelSizeUm: pixelSize(size('x'), size('y')), metadata }
}

/** `yyyymmdd hours:minutes:seconds` with fractions. */
function moment(stated: string): string | undefined {
  const [, year, month, day, time] = /^(\d{4})(\d\d)(\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)$/.exec(stated) ?? []
  return year && `${year}-${month}-${day}T${time}`
}
