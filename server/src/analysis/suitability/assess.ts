import type { Scale, Suitability } from '@lamella/shared/contract'
import { above, below, type Finding } from './finding.ts'
import type {
  ChannelMeasurements,
  ImageNeed,
  Measurements,
  SectionMeasurements,
  TrichromeMeasurements,
} from './measurements.ts'
import { sentences } from './sentences.ts'
import { striatedFormat, striationFindings } from './striation-findings.ts'
import { isEmptySection, noStain, trichromeFindings } from './trichrome-findings.ts'

const { max, min, sqrt } = Math

/** Of what is measured and how it is judged; stored measurements of another version are measured again. */
export const suitabilityVersion = 6

/**
 * Limits for bright field; where each comes from, and what real images have, is in ADR 52. Shares are 0 to 1.
 */
const BRIGHT_FIELD = {
  /** Grey level of the weakest channel of clear glass. */
  white: { doubtful: 170, refused: 100 },
  /** Strongest over weakest channel of clear glass. */
  tint: { doubtful: 1.35, refused: 1.6 },
  dark: { doubtful: 0.12, refused: 0.2 },
  tissue: { doubtful: 0.01, refused: Number.NEGATIVE_INFINITY },
  uniform: { doubtful: 0.5, refused: 0.5 },
  coloured: { doubtful: 0.2, refused: 0.1 },
  foreign: { doubtful: 0.05, refused: 0.15 },
  blue: { doubtful: 0.01, refused: 0.005 },
  /** Where nearly all colour is DAB: the nuclei may all be positive. */
  blueOfAllBrown: { doubtful: 0.01, refused: Number.NEGATIVE_INFINITY },
  brown: { doubtful: 0.01, refused: Number.NEGATIVE_INFINITY },
  clipped: { doubtful: 0.25, refused: Number.POSITIVE_INFINITY },
} as const
/**
 * Below these shares of tissue and of bright objects an image is taken for an empty field, which is a valid image with 0 nuclei: nothing else is
 * judged by so few pixels. That is so of all measured regions, so that a small piece in a large image is judged.
 */
const EMPTY = { tissue: 0.003, foreground: 0.0001 } as const
/** Limits for a channel of fluorescence. */
const FLUORESCENCE = {
  background: { doubtful: 0.35, refused: 0.5 },
  foreground: { doubtful: 0.001, refused: Number.NEGATIVE_INFINITY },
  /** Fluorescence has at most 0.003 (283 fields of nuclei_dsb2018), phase contrast 0.06 to 0.6. */
  darker: { doubtful: 0.01, refused: 0.04 },
  uniform: { doubtful: 0.5, refused: 0.5 },
  clipped: { doubtful: 0.1, refused: Number.POSITIVE_INFINITY },
} as const
/** Width of an object, pixels: fewer leave no shape to find. */
const WIDTH = { doubtful: 10, refused: 5 } as const
/**
 * The most that it may have. An objective of 100× with camera pixels of 6.5 µm gives a nucleus of 10 µm 154; above 200 nuclei cannot be searched
 * (`nucleus-diameter.ts`), and a pixel size of that kind is mostly a wrong one.
 */
const LARGEST_WIDTH = { doubtful: 160, refused: 200 } as const
/** Longer over shorter side of a pixel. Areas are right for any; diameters and circularities take pixels for squares. */
const ASPECT = { doubtful: 1.1, refused: 1.5 } as const
/** Edges from 10 to 90 % may take this share of an object's diameter: then half of its radius is uncertain. */
const EDGE_OF_DIAMETER = 0.33
/** The same in pixels, as the standard deviation, where the scale is unknown: that of a nucleus of 8 µm at 0.25 µm per pixel. */
const EDGE_PX = 4
/** Width of an edge from 10 to 90 % of its height over its standard deviation. */
const RISE = 2.56

/** What the pixel size alone says. @param diameter of an object, pixels */
function pixelFindings({ x, y }: { x: number; y: number }, diameter: number, um: number): (Finding | null)[] {
  return [
    below(diameter, WIDTH, sentences.coarse(diameter, um)),
    above(diameter, LARGEST_WIDTH, sentences.fine(diameter, um)),
    above(max(x, y) / min(x, y), ASPECT, sentences.notSquare(x, y)),
  ]
}

/** Focus and pixel size, for objects of a known diameter. */
function sharpness(scale: Scale, edgeWidthPx: number | null, um: number): (Finding | null)[] {
  const diameter = scale.source === 'unknown' ? null : um / sqrt(scale.um.x * scale.um.y)
  const widest = diameter === null ? EDGE_PX : max(1.5, (EDGE_OF_DIAMETER * diameter) / RISE)
  const focus = { doubtful: widest, refused: Number.POSITIVE_INFINITY }
  return [
    ...(scale.source === 'unknown' || diameter === null ? [] : pixelFindings(scale.um, diameter, um)),
    edgeWidthPx === null ? null : above(edgeWidthPx, focus, sentences.blurred(edgeWidthPx)),
  ]
}

/** Share of the colour that is DAB, and that may be neither stain, of a section whose nuclei are all positive. */
const ALL_BROWN = { brown: 0.6, foreign: 0.02 } as const

const isAllBrown = ({ brownShare, foreignShare }: SectionMeasurements): boolean =>
  brownShare >= ALL_BROWN.brown && foreignShare <= ALL_BROWN.foreign

function findingsOfHDab(found: SectionMeasurements, um: number): (Finding | null)[] {
  const limits = BRIGHT_FIELD
  const [weakest, strongest] = [min(...found.whitePoint), max(...found.whitePoint)]
  const light = [
    below(weakest, limits.white, sentences.noWhite(weakest)),
    above(strongest / weakest, limits.tint, sentences.tint(strongest / weakest)),
    above(found.darkShare, limits.dark, sentences.dark(found.darkShare)),
  ]
  const { tissueShare, fullestShare = 0 } = found
  const isEmpty = tissueShare < EMPTY.tissue && fullestShare < limits.tissue.doubtful
  const tissue = below(max(tissueShare, fullestShare), limits.tissue, sentences.noTissue(tissueShare, isEmpty))
  // Shares of next to nothing say nothing.
  if (isEmpty) return [...light, tissue]
  const picture = [
    tissue,
    above(found.uniformShare, limits.uniform, sentences.uniform(found.uniformShare)),
    below(found.colouredShare, limits.coloured, sentences.grey(found.colouredShare)),
  ]
  const colours =
    found.colouredShare < limits.coloured.refused
      ? []
      : [
          above(found.foreignShare, limits.foreign, sentences.foreign(found.foreignShare)),
          below(
            found.blueShare,
            isAllBrown(found) ? limits.blueOfAllBrown : limits.blue,
            sentences.noHematoxylin(found.blueShare),
          ),
          below(found.brownShare, limits.brown, sentences.noDab()),
        ]
  const clipped = above(found.clippedShare, limits.clipped, sentences.clipped(found.clippedShare))
  return [...light, ...picture, ...colours, clipped, ...sharpness(found.scale, found.edgeWidthPx, um)]
}

function findingsOfChannel(channel: ChannelMeasurements, scale: Scale, um: number): (Finding | null)[] {
  const limits = FLUORESCENCE
  const { foregroundShare, fullestShare = 0 } = channel
  const isEmpty = foregroundShare < EMPTY.foreground && fullestShare < limits.foreground.doubtful
  const objects = below(
    max(foregroundShare, fullestShare),
    limits.foreground,
    sentences.noObjects(foregroundShare, isEmpty),
  )
  const ground = above(channel.backgroundLevel, limits.background, sentences.brightGround())
  const darker = above(channel.darkerShare ?? 0, limits.darker, sentences.darker())
  if (ground?.verdict === 'refused') return [ground]
  if (darker?.verdict === 'refused') return [darker]
  if (isEmpty) return [objects]
  return [
    ground,
    darker,
    objects,
    above(channel.uniformShare, limits.uniform, sentences.uniform(channel.uniformShare)),
    above(channel.clippedShare, limits.clipped, sentences.saturated(channel.clippedShare)),
    ...sharpness(scale, channel.edgeWidthPx, um),
  ]
}

interface Judged {
  verdict: Suitability['verdict']
  reasons: string[]
}

/** The gravest verdict; of a refused image only the reasons of the refusal. */
function judge(all: readonly (Finding | null)[]): Judged {
  const findings = all.filter((finding) => finding !== null)
  const refused = findings.filter(({ verdict }) => verdict === 'refused')
  const counted = refused.length > 0 ? refused : findings
  const verdict = refused.length > 0 ? 'refused' : findings.length > 0 ? 'doubtful' : 'fits'
  return { verdict, reasons: counted.map(({ sentence }) => sentence) }
}

const GRAVITY = { fits: 0, doubtful: 1, refused: 2 } as const

const nameOf = ({ name }: { name: string }, at: number): string => name || `Channel ${at + 1}`

/** The verdict on the channel that an application is to read. @param unseen of a channel that was not measured */
function judgeChosen<Channel extends { name: string }>(
  channels: readonly Channel[],
  at: number,
  findingsOf: (channel: Channel) => (Finding | null)[],
  unseen: string,
): Judged {
  const channel = channels[at]
  if (!channel) return judge([{ verdict: 'doubtful', sentence: unseen }])
  const { verdict, reasons } = judge(findingsOf(channel))
  return { verdict, reasons: reasons.map((sentence) => sentences.ofChannel(nameOf(channel, at), sentence)) }
}

/** The verdict on the channels of an image; before one is chosen it is that of the best one. */
function judgeChannels<Channel extends { name: string }>(
  channels: readonly Channel[],
  chosen: number | null,
  findingsOf: (channel: Channel) => (Finding | null)[],
  unseen: (at: number) => string,
): Judged {
  if (chosen !== null && channels.length !== 1) return judgeChosen(channels, chosen, findingsOf, unseen(chosen))
  const judged = channels.map((channel, i) => ({ name: nameOf(channel, i), ...judge(findingsOf(channel)) }))
  const [best] = judged.toSorted((a, b) => GRAVITY[a.verdict] - GRAVITY[b.verdict])
  if (!best) return { verdict: 'refused', reasons: [sentences.otherKind()] }
  if (best.verdict === 'fits') return { verdict: 'fits', reasons: [] }
  const all = judged.map(({ reasons }) => reasons.join(' '))
  if (new Set(all).size === 1) return { verdict: best.verdict, reasons: best.reasons }
  const reasons = judged.flatMap((channel) =>
    channel.reasons.map((sentence) => sentences.ofChannel(channel.name, sentence)),
  )
  return { verdict: best.verdict, reasons }
}

function judgeTrichrome({ stained, isWhole, whitePoint, ...shares }: TrichromeMeasurements): Judged {
  const findings = trichromeFindings({ stained, ...shares }, 1, whitePoint)
  const empty = isEmptySection({ stained }, 1) ? ({ verdict: 'doubtful', sentence: noStain(stained) } as const) : null
  // An analysis will see the same pixels, and refuses at each finding.
  const certain = isWhole ? findings.map(({ sentence }) => ({ verdict: 'refused' as const, sentence })) : findings
  return judge([...certain, empty])
}

/**
 * Judges whether an application can give right numbers for an image. A pure function: the same measurements have the same verdict.
 *
 * @param chosen index of the channel that a job reads; null: it is not chosen yet, or the application reads no single one
 * @returns `fits` without reasons, `doubtful` or `refused` with sentences for the user
 */
export function assessSuitability(measured: Measurements, need: ImageNeed, chosen: number | null = null): Suitability {
  const isShown = measured.kind === 'bright-field' || measured.kind === 'fluorescence'
  return {
    ...judgementOf(measured, need, chosen),
    measurements: isShown ? measured : null,
    version: suitabilityVersion,
  }
}

function judgementOf(measured: Measurements, need: ImageNeed, chosen: number | null): Judged {
  if (need.modality === 'h-dab' && measured.kind === 'bright-field') {
    return judge(findingsOfHDab(measured, need.objectDiameterUm))
  }
  if (need.modality === 'fluorescence' && measured.kind === 'fluorescence') {
    const findingsOf = (channel: ChannelMeasurements) =>
      findingsOfChannel(channel, measured.scale, need.objectDiameterUm)
    return judgeChannels(measured.channels, chosen, findingsOf, sentences.notMeasured)
  }
  if (need.modality === 'trichrome' && measured.kind === 'trichrome') return judgeTrichrome(measured)
  if (need.modality === 'striations' && measured.kind === 'striations') {
    const format = striatedFormat(measured)
    if (format) return judge([format])
    return judgeChannels(
      measured.channels,
      chosen,
      (channel) => striationFindings(channel, measured),
      sentences.bandsNotMeasured,
    )
  }
  return { verdict: 'refused', reasons: [sentences.otherKind()] }
}
