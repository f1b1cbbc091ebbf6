/** What a test DICOM says of itself; `role` null: it is a picture of a camera. */
interface TestDicom {
  series: string
  width: number
  height: number
  role: 'VOLUME' | 'LABEL' | 'OVERVIEW' | null
  /** Without the kinds of values, as old programs write. */
  implicit?: boolean
  opticalPaths?: number
  /** Millimetres between rows and between columns, as text, and where this is said; of a camera on its own. */
  spacing?: string
  saidOf?: 'all frames' | 'each frame'
  /** Sequences state their lengths, as pydicom writes them. */
  lengths?: boolean
}

const latin1 = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0))
const short = (value: number): number[] => [value & 255, value >> 8]
const long = (value: number): number[] => [...short(value & 65_535), ...short(Math.floor(value / 65_536))]
const undefinedLength = 0xffffffff

const element = (tag: number, kind: string, value: number[], implicit: boolean): number[] => {
  const even = value.length % 2 === 0 ? value : [...value, 0]
  const head = [...short(tag >>> 16), ...short(tag & 65_535)]
  if (implicit) return [...head, ...long(even.length), ...even]
  return [...head, ...latin1(kind), ...short(even.length), ...even]
}

/** Items without a length, which end by a mark, as most programs write them. */
const sequence = (tag: number, items: number[][], implicit: boolean): number[] => [
  ...short(tag >>> 16),
  ...short(tag & 65_535),
  ...(implicit ? [] : [...latin1('SQ'), 0, 0]),
  ...long(undefinedLength),
  ...items.flatMap((content) => [
    ...[0xfe, 0xff, 0x00, 0xe0],
    ...long(undefinedLength),
    ...content,
    ...[0xfe, 0xff, 0x0d, 0xe0],
    ...long(0),
  ]),
  ...[0xfe, 0xff, 0xdd, 0xe0],
  ...long(0),
]

/** The same with stated lengths. */
const measured = (tag: number, items: number[][], implicit: boolean): number[] => {
  const content = items.flatMap((one) => [0xfe, 0xff, 0x00, 0xe0, ...long(one.length), ...one])
  const kind = implicit ? [] : [...latin1('SQ'), 0, 0]
  return [...short(tag >>> 16), ...short(tag & 65_535), ...kind, ...long(content.length), ...content]
}

/** A DICOM file without pixels. */
export const dicomFile = (name: string, said: TestDicom): File => {
  const { series, width, height, role, implicit = false, opticalPaths = 1, spacing, saidOf = 'all frames' } = said
  const several = said.lengths ? measured : sequence
  const one = (tag: number, kind: string, value: number[]) => element(tag, kind, value, implicit)
  const path = one(0x00480106, 'SH', latin1('1'))
  const distance = spacing ? one(0x00280030, 'DS', latin1(spacing)) : []
  const measures = several(0x00289110, [[...one(0x00180050, 'DS', latin1('0.001')), ...distance]], implicit)
  const place = several(0x0048021a, [one(0x0048021e, 'SL', long(1))], implicit)
  const groups =
    saidOf === 'all frames'
      ? several(0x52009229, [measures], implicit)
      : several(0x52009230, Array(3).fill([...place, ...measures]), implicit)
  const bytes = [
    ...Array<number>(128).fill(0),
    ...latin1('DICM'),
    ...element(0x00020010, 'UI', latin1(implicit ? '1.2.840.10008.1.2' : '1.2.840.10008.1.2.1'), false),
    ...(role ? one(0x00080008, 'CS', latin1(`ORIGINAL\\PRIMARY\\${role}\\NONE`)) : []),
    ...sequence(0x00081140, [one(0x00081150, 'UI', latin1('1.2'))], implicit),
    ...one(0x0020000e, 'UI', latin1(series)),
    ...one(0x00280008, 'IS', latin1('3')),
    ...one(0x00280010, 'US', short(role ? 256 : height)),
    ...one(0x00280011, 'US', short(role ? 256 : width)),
    ...(role ? [] : distance),
    ...one(0x00280100, 'US', short(8)),
    ...(role
      ? [
          ...one(0x00480006, 'UL', long(width)),
          ...one(0x00480007, 'UL', long(height)),
          ...sequence(0x00480105, Array(opticalPaths).fill(path), implicit),
        ]
      : []),
    ...(role && spacing ? groups : []),
    ...one(0x7fe00010, 'LO', latin1('the rest is not read')),
  ]
  return new File([new Uint8Array(bytes)], name, { lastModified: 5 })
}
