import type { Sampling } from '../src/learning/augmentation/sample-patch.ts'
import type { Precision } from '../src/learning/graph/models.ts'
import type { BaseModelName } from '../src/learning/models/base-models.ts'
import { type InputKind, NUCLEUS_HEAD_COUNTS } from '../src/learning/network-input.ts'
import type { TrainingPlan } from '../src/learning/training/train.ts'
import type { DsbClass, Split } from './nuclei-dsb2018.ts'
import type { GeneratedKind } from './synthetic-fields.ts'

/** Fields of which a share of the patches is. */
export type PoolRecipe =
  | { share: number; dsb2018: DsbClass; splits: readonly Split[] }
  | { share: number; generated: GeneratedKind; count: number; seed: number }

/** All that a base model is made of. */
export interface Recipe {
  input: InputKind
  plan: TrainingPlan
  sampling: Omit<Sampling, 'side'>
  pools: readonly PoolRecipe[]
  /** Model whose parameters it begins with, of the same network; random ones without. */
  from?: BaseModelName
  /**
   * Share of the trained parameters in the result; the rest are those of `from` (Wortsman et al. 2022, who recommend a half). All of
   * them without.
   */
  blend?: number
  /** How its parameters are kept; in 32 bits without. */
  precision?: Precision
}

const plan = { heads: NUCLEUS_HEAD_COUNTS, patch: 128, batch: 8, rate: 2e-3, seed: 1, threads: 1 }
const generated = { count: 240, seed: 11 }

export const recipes = {
  fluorescence: {
    input: 'intensity',
    plan: { ...plan, network: { channels: 1, widths: [32, 64, 96, 128] }, steps: 11000 },
    sampling: { diameter: 24, scale: 0.4, wide: { share: 0.2, scale: 1 }, stretch: 0.3 },
    // The settings were chosen by training without the validation fields.
    pools: [{ share: 1, dsb2018: 'fluo', splits: ['train', 'validation'] }],
  },
  'fluorescence-2': {
    input: 'intensity',
    plan: { ...plan, network: { channels: 1, widths: [32, 64, 96, 128] }, steps: 3000 },
    sampling: {
      diameter: 24,
      scale: 0.4,
      wide: { share: 0.2, scale: 1 },
      stretch: 0.3,
      diversity: { share: 0.75, elastic: 0.5, pasted: 0.4 },
    },
    pools: [{ share: 1, dsb2018: 'fluo', splits: ['train', 'validation'] }],
    from: 'fluorescence',
    blend: 0.5,
    precision: 'half',
  },
  stained: {
    input: 'absorption',
    plan: { ...plan, network: { channels: 3, widths: [16, 32, 64, 96] }, steps: 14000 },
    sampling: { diameter: 16, scale: 0.5, wide: { share: 0.25, scale: 1 }, stretch: 0.2, plain: 0.25 },
    pools: [
      { share: 0.4, dsb2018: 'histology', splits: ['train'] },
      { share: 0.1, dsb2018: 'brightfield_gray', splits: ['train'] },
      { share: 0.3, generated: 'h-dab', ...generated },
      { share: 0.2, generated: 'h-e', ...generated },
    ],
  },
} as const satisfies Record<string, Recipe>

export type RecipeName = keyof typeof recipes
export const recipeNames = Object.keys(recipes) as RecipeName[]
export const isRecipe = (name: string): name is RecipeName => name in recipes
