import { runtimeConfigAtom } from '@lamella/shared/session'
import { useAtomValue } from 'jotai'

/** What the area cannot do yet, in words. No screen here pretends otherwise. */
export const useLaterRelease = (): string => {
  const { name } = useAtomValue(runtimeConfigAtom).product
  return `Training is not available yet. It comes with a later release of ${name}.`
}
