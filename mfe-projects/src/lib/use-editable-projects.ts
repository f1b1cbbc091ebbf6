import type { CurrentUser, Project } from '@lamella/shared/contract'
import { failingTo, projectsNamedQuery, projectsStartQuery } from '@lamella/shared/queries'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mayEdit, roleIn } from './project-access.ts'

/** Milliseconds without a key press before the search request. */
const typingPause = 200

/** For a field in which one of the projects that the user may edit is chosen: up to 250, or of more those that fit what is typed. */
export const useEditableProjects = (user: CurrentUser | null) => {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Project | null>(null)
  const [name] = useDebouncedValue(search.trim(), typingPause)
  // An admin may edit projects of which they are a viewer.
  const role = user?.isAdmin ? undefined : 'editor'
  const start = useQuery(failingTo(null, projectsStartQuery(role)))
  const searches = start.data?.isWhole === false && name !== '' && name !== chosen?.name
  const named = useQuery({ ...projectsNamedQuery(name, role), enabled: searches })
  const found = (searches ? named.data : start.data?.rows) ?? []
  const projects = chosen && found.every(({ id }) => id !== chosen.id) ? [chosen, ...found] : found
  return {
    projects: projects.filter((project) => user && mayEdit(roleIn(project, user))),
    isPending: start.isPending,
    error: start.error,
    chosen,
    choose: (id: string | null) => setChosen(projects.find((project) => project.id === id) ?? null),
    search,
    setSearch,
  }
}
