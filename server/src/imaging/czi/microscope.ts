import type { FileMetadata } from '../description.ts'
import { colourOf, fileMetadata, numberOf } from '../file-metadata.ts'
import type { XmlElement } from '../xml.ts'

const METRES_TO_MICROMETRES = 1e6
const NANOSECONDS_PER_MILLISECOND = 1e6

/**
 * What the `Metadata` of a CZI says of the microscope and the exposure.
 *
 * @param channels indices of the channels that are in the image
 * @param scene index of the scene whose position is sought
 */
export function cziMicroscope(
  metadata: XmlElement | undefined,
  channels: readonly number[],
  scene: number,
): FileMetadata | null {
  const image = metadata?.find('Information', 'Image')
  const instrument = metadata?.find('Information', 'Instrument')
  const lens = image?.find('ObjectiveSettings', 'ObjectiveRef')?.attribute('Id')
  const objectives = instrument?.find('Objectives')?.children('Objective') ?? []
  const objective = objectives.find((one) => one.attribute('Id') === lens)
  const microscope = instrument?.find('Microscopes', 'Microscope')
  const listed = image?.find('Dimensions', 'Channels')?.children('Channel') ?? []
  const shown = metadata?.find('DisplaySetting', 'Channels')?.children('Channel') ?? []
  const value = (element: XmlElement | undefined, name: string) => numberOf(element?.find(name)?.text)
  const distances = metadata?.find('Scaling', 'Items')?.children('Distance') ?? []
  const zStep = distances.find((distance) => distance.attribute('Id') === 'Z')
  return fileMetadata({
    acquiredAt: image?.find('AcquisitionDateAndTime')?.text,
    instrument: microscope?.attribute('Name') ?? microscope?.find('System')?.text,
    objective: {
      name: objective?.attribute('Name') || objective?.find('Manufacturer', 'Model')?.text,
      magnification: value(objective, 'NominalMagnification'),
      numericalAperture: value(objective, 'LensNA'),
    },
    stagePosition: centreOf(image, scene),
    timeStepS: numberOf(image?.find('Dimensions', 'T', 'Positions', 'Interval', 'Increment')?.text),
    zStepUm: value(zStep, 'Value') * METRES_TO_MICROMETRES,
    channels: channels.map((index) => {
      const [channel, display] = [listed[index], shown[index]]
      return {
        name: channel?.attribute('Name') || display?.attribute('Name'),
        color: argb(channel?.find('Color')?.text ?? display?.find('Color')?.text),
        exposureMs: value(channel, 'ExposureTime') / NANOSECONDS_PER_MILLISECOND,
        fluorophore: channel?.find('Fluor')?.text,
        excitationNm: value(channel, 'ExcitationWavelength'),
        emissionNm: value(channel, 'EmissionWavelength'),
      }
    }),
  })
}

/** µm. */
function centreOf(image: XmlElement | undefined, index: number): { x: number; y: number; z?: number } {
  const scenes = image?.find('Dimensions', 'S', 'Scenes')?.children('Scene') ?? []
  const scene = scenes.find((one) => one.number('Index', 0) === index)
  const position = scene?.find('Positions', 'Position')
  if (position) {
    const place = (axis: string) => position.number(axis, Number.NaN)
    return { x: place('X'), y: place('Y'), z: place('Z') }
  }
  const [x, y] = (scene?.find('CenterPosition')?.text ?? '').split(',').map(numberOf)
  return { x: x ?? Number.NaN, y: y ?? Number.NaN }
}

/** `#aarrggbb`, or `#rrggbb`. */
function argb(text: string | undefined): string | undefined {
  const digits = /^#(?:[0-9a-f]{2})?([0-9a-f]{6})$/i.exec(text?.trim() ?? '')?.[1]
  if (!digits) return undefined
  const value = Number.parseInt(digits, 16)
  return colourOf(value >> 16, (value >> 8) & 255, value & 255)
}
