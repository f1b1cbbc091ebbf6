import * as z from 'zod'

/*
 * Layout of `objects.lmo`, version 1; all numbers are little-endian:
 *
 *   bytes 0–7    "LMOBJECT"
 *   bytes 8–11   version, uint32
 *   bytes 12–15  length of the header, uint32, a multiple of 8
 *   then         the header: JSON in UTF-8, padded with spaces
 *   then         sections, each at an offset after the header that is a multiple of 8
 *
 * Sections: `class` uint16 per object; `value/<key>` float64 per object, NaN: undefined; `rings` uint32, count + 1 indices
 * of points; `coordinates` float32 or float64, x and y per point; `index` a packed R-tree of the outlines' boxes as
 * flatbush writes it (absent without objects). Rows are in the order of the objects' numbers, so that a page of rows, a
 * column or an outline is one range of bytes.
 */
export const magic = 'LMOBJECT'
/** Changed with the layout: files of other versions are refused. */
export const layoutVersion = 1
/** Bytes before the header. */
export const prefixBytes = 16

/** Longest header in bytes: one of a thousand columns takes some 60 KB. */
export const longestHeader = 1024 ** 2

/** Header of the file. */
export const objectHeader = z.object({
  count: z.int().min(0),
  /** Names, in the order of their codes. */
  classes: z.array(z.string()),
  /** Keys, in the order of the result's columns. */
  columns: z.array(z.string()),
  coordinates: z.enum(['float32', 'float64']),
  /** By name: offset after the header and length, in bytes. */
  sections: z.record(z.string(), z.tuple([z.int().min(0), z.int().min(0)])),
})
export type ObjectHeader = z.infer<typeof objectHeader>

/** The smallest multiple of 8 that is at least `bytes`. */
export const alignTo8 = (bytes: number): number => Math.ceil(bytes / 8) * 8
