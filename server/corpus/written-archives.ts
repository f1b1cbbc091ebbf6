import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeTestTiff } from '../test/imaging-tiff.ts'
import { tarOf, zipOf } from '../test/zip-of.ts'
import { grey, pageTags, SIDE } from './written-slides.ts'

/** A file that another program made (server/test/fixtures). @param name with its folder */
export const fixture = (name: string): Promise<Uint8Array> =>
  readFile(join(import.meta.dirname, '../test/fixtures', name))

const file = (channel: number) => `c${channel}.ome.tif`

/** Both files of a set name the planes of both. */
const setXml = (own: number) =>
  `<OME UUID="urn:uuid:${own}"><Image><Pixels DimensionOrder="XYZCT" Type="uint8" SizeX="${SIDE}" SizeY="${SIDE}" SizeZ="1" SizeC="2" SizeT="1">${[0, 1].map((c) => `<TiffData IFD="0" FirstC="${c}" FirstZ="0" FirstT="0" PlaneCount="1"><UUID FileName="${file(c)}">urn:uuid:${c}</UUID></TiffData>`).join('')}</Pixels></Image></OME>`

const omeSet = Object.fromEntries(
  [0, 1].map((c) => [file(c), writeTestTiff([{ tags: pageTags(1, 1, [[270, setXml(c)]]), segments: [grey] }])]),
)

const axes = ['c', 'y', 'x'].map((name) => ({ name, type: name === 'c' ? 'channel' : 'space' }))

/** One chunk of one channel, without compression. */
const zarr5 = {
  'zarr.json': JSON.stringify({
    zarr_format: 3,
    node_type: 'group',
    attributes: {
      ome: {
        version: '0.5',
        multiscales: [
          {
            axes,
            datasets: [{ path: '0', coordinateTransformations: [{ type: 'scale', scale: [1, 0.5, 0.5] }] }],
          },
        ],
      },
    },
  }),
  '0/zarr.json': JSON.stringify({
    zarr_format: 3,
    node_type: 'array',
    shape: [1, SIDE, SIDE],
    data_type: 'uint8',
    chunk_grid: { name: 'regular', configuration: { chunk_shape: [1, SIDE, SIDE] } },
    chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
    fill_value: 0,
    codecs: [{ name: 'bytes', configuration: { endian: 'little' } }],
    attributes: {},
  }),
  '0/c/0/0/0': grey,
}

/** Images of several files in one archive. */
export const writtenArchives = async () => ({
  zarr5: await zipOf(zarr5),
  omeZip: await zipOf(omeSet, true),
  omeTar: tarOf(omeSet),
  dicomZip: await zipOf({ 'level.dcm': await fixture('dicom/rgb.dcm'), 'label.dcm': await fixture('dicom/label.dcm') }),
})
