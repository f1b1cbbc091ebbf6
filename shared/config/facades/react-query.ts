/** The parts of TanStack Query in use; a build that misses a name here says so. See shared/config/share-list.ts. */
export {
  infiniteQueryOptions,
  keepPreviousData,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
