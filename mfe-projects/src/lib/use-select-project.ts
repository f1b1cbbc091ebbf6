import { selectedProjectAtom } from '@lamella/shared/session'
import { useSetAtom } from 'jotai'
import { useEffect } from 'react'

/** Selects a project, whose menu group then stays in the side menu after its pages are left. */
export const useSelectProject = (project: { id: string; name: string } | undefined): void => {
  const select = useSetAtom(selectedProjectAtom)
  const { id, name } = project ?? {}
  useEffect(() => {
    if (id && name) select({ id, name })
  }, [id, name, select])
}
