import { applicationsQuery } from '@lamella/shared/queries'
import { useQuery } from '@tanstack/react-query'

/** Names applications as people do: "DAB scoring" of `dab-scoring`; the name itself while or where it is not known. */
export const useApplicationName = (): ((appName: string) => string) => {
  const applications = useQuery(applicationsQuery).data
  return (appName) => applications?.find(({ name }) => name === appName)?.displayName ?? appName
}
