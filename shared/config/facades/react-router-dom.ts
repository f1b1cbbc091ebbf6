/** The parts of the router in use; a build that misses a name here says so. See shared/config/share-list.ts. */
export {
  createBrowserRouter,
  Link,
  Navigate,
  Outlet,
  RouterProvider,
  redirect,
  useBlocker,
  useLocation,
  useMatches,
  useNavigate,
  useParams,
  useRevalidator,
  useRouteError,
  useSearchParams,
} from 'react-router-dom'
