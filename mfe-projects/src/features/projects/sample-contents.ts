import type { SampleKind } from '@lamella/shared/contract'

/** What a sample project holds (server/src/samples/pictures.ts and domains/samples/sample-projects.ts). */
export const sampleContents: Record<SampleKind, string> = {
  TEM: '3 images and a label set; no finished analysis, because no application measures such micrographs yet.',
  Multichannel: '3 images, a label set and one finished analysis: nuclei.',
  Histology: "3 images and a label set; no finished analysis, because no application measures Masson's trichrome yet.",
}
