/** The first administrator of the room that the journeys run in; the server makes it when it starts. */
export const administrator = {
  username: 'admin',
  email: 'admin@example.com',
  password: 'correct-horse-battery-7',
} as const;
