import { type TestTag, writeTestTiff } from '../test/imaging-tiff.ts'

/** Pixels along each side of the pictures. */
export const SIDE = 64

/** Red, green and blue, interleaved. */
export const rgb = Uint8Array.from({ length: 3 * SIDE * SIDE }, (_, i) => (i * 37) & 255)
export const grey = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => (i * 37) & 255)

/** Tags of a page in one strip. @param samples 1: grey, 3: red, green, blue */
export const pageTags = (samples: 1 | 3, compression: number, more: readonly TestTag[] = []): TestTag[] => [
  [256, SIDE],
  [257, SIDE],
  [258, samples === 3 ? [8, 8, 8] : 8],
  [259, compression],
  [262, samples === 3 ? 2 : 1],
  [277, samples],
  [278, SIDE],
  ...more,
]

const NONE = 1
const colourPage = (...more: TestTag[]) => ({ tags: pageTags(3, NONE, more), segments: [rgb] })
const greyPage = (...more: TestTag[]) => ({ tags: pageTags(1, NONE, more), segments: [grey] })

const qpi = (name: string) =>
  `<PerkinElmer-QPI-ImageDescription><ImageType>FullResolution</ImageType><Name>${name}</Name></PerkinElmer-QPI-ImageDescription>`

const scn = `<scn xmlns="http://www.leica-microsystems.com/scn/2010/10/01"><collection><image name="scan"><pixels sizeX="${SIDE}" sizeY="${SIDE}"><dimension sizeX="${SIDE}" sizeY="${SIDE}" r="0" ifd="0"/></pixels><view sizeX="32000" sizeY="32000"/></image></collection></scn>`

const metaSeries = `<MetaData><PlaneInfo><prop id="spatial-calibration-state" type="bool" value="on"/><prop id="spatial-calibration-x" type="float" value="0.5"/><prop id="spatial-calibration-y" type="float" value="0.5"/><prop id="spatial-calibration-units" type="string" value="um"/></PlaneInfo></MetaData>`

/** TIFFs as the programs of microscopes and scanners write them, without compression; the description tells which. */
export const vendorTiffs = {
  svs: writeTestTiff([colourPage([270, 'Aperio Image Library v11\r\n64x64|AppMag = 20|MPP = 0.5'])]),
  ndpi: writeTestTiff([colourPage([65_421, 20])]),
  scn: writeTestTiff([colourPage([270, scn])]),
  qptiff: writeTestTiff([greyPage([270, qpi('DAPI')]), greyPage([270, qpi('FITC')])]),
  // As many entries as planes, which follow each other.
  stk: writeTestTiff([
    { tags: pageTags(1, NONE, [[33_629, [0, 0, 0]]]), segments: [Buffer.concat([grey, grey, grey])] },
  ]),
  metaSeries: writeTestTiff([greyPage([270, metaSeries])]),
  imageJ: writeTestTiff([
    greyPage([270, 'ImageJ=1.53\nimages=4\nchannels=2\nframes=2\nhyperstack=true\n']),
    ...[1, 2, 3].map(() => greyPage()),
  ]),
}
