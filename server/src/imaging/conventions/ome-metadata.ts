import type { FileMetadata } from '../description.ts'
import { colourOf, fileMetadata, inMicrometres, inSeconds } from '../file-metadata.ts'
import type { XmlElement } from '../xml.ts'

/** What an OME-XML says of one of its images; lengths in its unit attributes, whose defaults are those of the OME data model. */
export function omeMetadata(document: XmlElement, image: XmlElement): FileMetadata | null {
  const pixels = image.find('Pixels')
  const instruments = document.children('Instrument')
  const used = image.find('InstrumentRef')?.attribute('ID')
  const instrument = instruments.find((one) => one.attribute('ID') === used) ?? instruments[0]
  const lens = image.find('ObjectiveSettings')?.attribute('ID')
  const objective = instrument?.children('Objective').find((one) => one.attribute('ID') === lens)
  const microscope = instrument?.find('Microscope')
  const planes = pixels?.children('Plane') ?? []
  const channels = pixels?.children('Channel') ?? []
  const length = (element: XmlElement | undefined, name: string, unit: string) =>
    inMicrometres(element?.number(name, Number.NaN) ?? Number.NaN, element?.attribute(`${name}Unit`) ?? unit)
  const nanometres = (channel: XmlElement, name: string) => length(channel, name, 'nm') * 1000
  const [plane] = planes
  return fileMetadata({
    acquiredAt: image.find('AcquisitionDate')?.text,
    instrument: microscope?.attribute('Model') ?? microscope?.attribute('Manufacturer'),
    objective: {
      name: objective?.attribute('Model'),
      magnification: objective?.number('NominalMagnification', Number.NaN),
      numericalAperture: objective?.number('LensNA', Number.NaN),
    },
    stagePosition: {
      // Without a unit they are in the reference frame of the stage, which is no length.
      x: length(plane, 'PositionX', ''),
      y: length(plane, 'PositionY', ''),
      z: length(plane, 'PositionZ', ''),
    },
    timeStepS: inSeconds(
      pixels?.number('TimeIncrement', Number.NaN) ?? Number.NaN,
      pixels?.attribute('TimeIncrementUnit') ?? 's',
    ),
    zStepUm: length(pixels, 'PhysicalSizeZ', 'µm'),
    channels: channels.map((channel, c) => {
      const first = planes.find((one) => one.number('TheC', 0) === c)
      const exposure = inSeconds(
        first?.number('ExposureTime', Number.NaN) ?? Number.NaN,
        first?.attribute('ExposureTimeUnit') ?? 's',
      )
      return {
        name: channel.attribute('Name'),
        color: omeColour(channel.number('Color', Number.NaN)),
        exposureMs: exposure * 1000,
        fluorophore: channel.attribute('Fluor'),
        excitationNm: nanometres(channel, 'ExcitationWavelength'),
        emissionNm: nanometres(channel, 'EmissionWavelength'),
      }
    }),
  })
}

/** A signed number of 32 bits: red, green, blue, alpha, from the highest byte on. */
function omeColour(value: number): string | undefined {
  if (!Number.isInteger(value)) return undefined
  const bits = value >>> 0
  return colourOf(bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255)
}
