import type { SampleKind } from '@lamella/shared/contract'

interface SampleProject {
  name: string
  description: string
  labelSet: {
    name: string
    description: string
    labels: readonly { name: string; description: string; color: string }[]
  }
  /** Picture (samples/pictures.ts) that is analysed, and the application. */
  analysis: { pictureId: string; appName: string; appVersion: string }
}

/** Colours that can be told apart with any kind of colour vision (Okabe and Ito 2008). */
const [orange, sky, green, yellow, blue, vermilion] = [
  '#e69f00',
  '#56b4e9',
  '#009e73',
  '#f0e442',
  '#0072b2',
  '#d55e00',
] as const

/** What the sample projects hold beside their pictures. */
export const sampleProjects: Record<SampleKind, SampleProject> = {
  TEM: {
    name: 'Myocardial ultra-structure analysis',
    description:
      'Drawn, not recorded: heart muscle cut along its fibres, as a transmission electron microscope shows it.',
    labelSet: {
      name: 'Ultra-structure',
      description: 'Parts of a heart muscle cell',
      labels: [
        { name: 'Mitochondrion', description: 'Within its outer membrane', color: orange },
        { name: 'A band', description: 'Thick filaments, dark', color: blue },
        { name: 'I band', description: 'Thin filaments only, light', color: sky },
        { name: 'Z line', description: 'Ends of a sarcomere', color: vermilion },
        { name: 'Tubule', description: 'Of the sarcoplasmic reticulum, or transverse', color: green },
      ],
    },
    analysis: { pictureId: 'tem-1', appName: 'sarcomere-length', appVersion: '1.1.0' },
  },
  Multichannel: {
    name: 'Prostate tumor mouse model',
    description:
      'Drawn, not recorded: glands and stroma in four channels (nuclei, epithelium, smooth muscle, dividing cells).',
    labelSet: {
      name: 'Tissue',
      description: 'Compartments of the prostate',
      labels: [
        { name: 'Epithelium', description: 'Positive for keratin', color: green },
        { name: 'Smooth muscle', description: 'Positive for actin', color: vermilion },
        { name: 'Lumen', description: 'Inside of a gland', color: sky },
        { name: 'Dividing cell', description: 'Nucleus positive for Ki-67', color: yellow },
      ],
    },
    analysis: { pictureId: 'multichannel-1', appName: 'nuclei', appVersion: '1.3.0' },
  },
  Histology: {
    name: 'Myocardial fibrosis',
    description: "Drawn, not recorded: walls of left ventricles with scars, in the colours of Masson's trichrome.",
    labelSet: {
      name: 'Tissue',
      description: "Masson's trichrome: muscle is red, collagen blue",
      labels: [
        { name: 'Muscle', description: 'Red', color: vermilion },
        { name: 'Fibrosis', description: 'Collagen, blue', color: blue },
        { name: 'Fat', description: 'Empty cells', color: yellow },
        { name: 'Vessel', description: 'With its wall', color: orange },
      ],
    },
    analysis: { pictureId: 'histology-1', appName: 'collagen-area', appVersion: '1.1.0' },
  },
}
