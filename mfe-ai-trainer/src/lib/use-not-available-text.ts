import { runtimeConfigAtom } from '@lamella/shared/session'
import { useAtomValue } from 'jotai'

/** Sentence for every page of the area: training is not part of this release. */
export const useNotAvailableText = (): string => {
  const { name } = useAtomValue(runtimeConfigAtom).product
  return `Training is not available yet. It comes with a later release of ${name}.`
}
