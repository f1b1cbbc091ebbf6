import { applicationsQuery } from '@lamella/shared/queries'
import { useQuery } from '@tanstack/react-query'

/**
 * @returns display name of an application, such as "DAB scoring" of `dab-scoring`; the given name while or where it is
 * unknown
 */
export const useApplicationName = (): ((appName: string) => string) => {
  const applications = useQuery(applicationsQuery).data
  return (appName) => applications?.find(({ name }) => name === appName)?.displayName ?? appName
}
