import anaphase from '../assets/pictures/goodbye-1.webp'
import culture from '../assets/pictures/goodbye-2.webp'
import colon from '../assets/pictures/goodbye-3.webp'
import metaphase from '../assets/pictures/spindle.webp'

/** A picture of the auth pages. All are simulated (`scripts/make-pictures.mjs`), and their captions say so. */
export interface Micrograph {
  src: string
  title: string
  text: string
}

/** Default picture of the auth pages. */
export const defaultMicrograph: Micrograph = {
  src: metaphase,
  title: 'Mitotic spindle, metaphase',
  text: 'Microtubules and chromosomes, simulated',
}

/** One of them, chosen at random, is shown after log-out (D1-2.1-23). */
export const goodbyeMicrographs: readonly Micrograph[] = [
  { src: anaphase, title: 'Mitotic spindle, anaphase', text: 'Microtubules and chromosomes, simulated' },
  { src: culture, title: 'Cells in culture', text: 'Nuclei, microtubules and actin, simulated' },
  { src: colon, title: 'Colon, glands in cross section', text: 'Haematoxylin and eosin, simulated' },
]
