import type { Sharp } from 'sharp'

/** Longest side of a stored picture, pixels: enough to read a label. */
const LONGEST = 2048

/** Writes the label or macro picture of a slide as JPEG. @throws errors of sharp for damaged ones */
export const writeSlidePicture = async (picture: Sharp, file: string): Promise<void> => {
  const fit = { width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true } as const
  await picture.toColourspace('srgb').resize(fit).jpeg({ quality: 90 }).toFile(file)
}
