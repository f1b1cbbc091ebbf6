import type { Image } from '@lamella/shared/contract'

type Metadata = NonNullable<Image['metadata']>
type Fact = [name: string, value: string]

const given = (name: string, value: string | undefined): Fact[] => (value ? [[name, value]] : [])

const objectiveText = ({ objective }: Metadata): string | undefined => {
  if (!objective) return undefined
  const { name, magnification, numericalAperture } = objective
  return [name, magnification && `${magnification}×`, numericalAperture && `NA ${numericalAperture}`]
    .filter(Boolean)
    .join(', ')
}

const stageText = ({ stagePosition }: Metadata): string | undefined =>
  stagePosition &&
  `${[stagePosition.x, stagePosition.y, stagePosition.z]
    .flatMap((value) => (value === undefined ? [] : value.toFixed(1)))
    .join(', ')} µm`

const channelText = (channel: Metadata['channels'][number], index: number): string => {
  const { name, fluorophore, exposureMs, excitationNm, emissionNm } = channel
  const wavelengths = [excitationNm, emissionNm].flatMap((value) => (value === undefined ? [] : Math.round(value)))
  return [
    name ?? `Channel ${index + 1}`,
    fluorophore !== name && fluorophore,
    wavelengths.length > 0 && `${wavelengths.join('/')} nm`,
    exposureMs !== undefined && `${Number(exposureMs.toPrecision(3))} ms`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Channels by name; lists have none, a single image has. */
const channelsOf = ({ dimensions, metadata }: Image): string[] => {
  if (metadata && metadata.channels.length > 0) return metadata.channels.map(channelText)
  return dimensions
    .filter(({ id }) => id === 'c')
    .flatMap(({ samples }) => samples.map(({ properties, index }) => properties.name ?? `Channel ${index + 1}`))
}

/** What the file says of its making, as far as it says it; times are those of the microscope's clock. */
export const metadataFacts = (image: Image): Fact[] => {
  const { isTimeSeries, timeSeriesLength, metadata } = image
  const made = metadata ?? { channels: [] }
  return [
    ...given('Channels', channelsOf(image).join('; ')),
    ...given('Time points', isTimeSeries ? String(timeSeriesLength) : undefined),
    ...given('Time step', made.timeStepS === undefined ? undefined : `${Number(made.timeStepS.toPrecision(4))} s`),
    ...given('Z step', made.zStepUm === undefined ? undefined : `${Number(made.zStepUm.toPrecision(3))} µm`),
    ...given('Acquired', made.acquiredAt?.replace('T', ' ').replace(/(\.\d+)?Z?$/, '')),
    ...given('Instrument', made.instrument),
    ...given('Objective', objectiveText(made)),
    ...given('Stage position', stageText(made)),
  ]
}
