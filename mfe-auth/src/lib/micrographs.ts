import anaphase from '../assets/pictures/goodbye-1.webp'
import culture from '../assets/pictures/goodbye-2.webp'
import colon from '../assets/pictures/goodbye-3.webp'
import metaphase from '../assets/pictures/spindle.webp'

/** A picture of the auth area, all made by `scripts/make-pictures.mjs`: its caption says that nobody photographed it. */
export interface Micrograph {
  src: string
  title: string
  text: string
}

export const spindle: Micrograph = {
  src: metaphase,
  title: 'Mitotic spindle, metaphase',
  text: 'Microtubules and chromosomes, simulated',
}

/** One of them says goodbye (document 1 §2.1). */
export const goodbyes: readonly Micrograph[] = [
  { src: anaphase, title: 'Mitotic spindle, anaphase', text: 'Microtubules and chromosomes, simulated' },
  { src: culture, title: 'Cells in culture', text: 'Nuclei, microtubules and actin, simulated' },
  { src: colon, title: 'Colon, glands in cross section', text: 'Haematoxylin and eosin, simulated' },
]
