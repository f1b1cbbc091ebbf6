import nuclei from './assets/nuclei.webp'
import spindle from './assets/spindle.webp'
import tissue from './assets/tissue.webp'

/** Addresses of the pictures of empty screens, made by the product's own generators (scripts/make-pictures.mjs). */
export const samplePictures: readonly string[] = [spindle, tissue, nuclei]
