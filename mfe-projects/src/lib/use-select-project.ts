import { selectedProjectAtom } from '@lamella/shared/session'
import { useSetAtom } from 'jotai'
import { useEffect } from 'react'

/** Shows a project's group in the side menu while and after one of its pages is open. */
export const useSelectProject = (project: { id: string; name: string } | undefined): void => {
  const select = useSetAtom(selectedProjectAtom)
  const { id, name } = project ?? {}
  useEffect(() => {
    if (id && name) select({ id, name })
  }, [id, name, select])
}
