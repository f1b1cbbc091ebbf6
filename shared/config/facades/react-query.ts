/** The parts of TanStack Query in use; a build that misses a name here says so. See shared/config/share-list.ts. */
export {
  QueryClient,
  QueryClientProvider,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
