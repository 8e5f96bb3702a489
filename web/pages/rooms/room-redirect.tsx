import { Redirect, useParams } from 'wouter';

/** A room is its root folder. */
export function RoomRedirect() {
  const { id = '' } = useParams();
  return <Redirect to={`/folder/${encodeURIComponent(id)}`} replace />;
}
