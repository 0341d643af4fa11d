// Hashes of passwords by the system's crypt(3); loaded with the first password.
#pragma once
#include <stddef.h>

// Loads the library, once a process, from any thread. NULL when it is there; else why not, in a text that stays.
const char *ccrypt_load(void);

// How long a hash is at most, with the NUL at its end.
#define CCRYPT_HASH_SIZE 384

// Makes what a new hash begins with: yescrypt, at its usual cost, with salt of the system. Wants ccrypt_load to have succeeded.
// 0 where it was made.
int ccrypt_setting(char setting[CCRYPT_HASH_SIZE]);

// Hashes a password as a setting or another hash says. Takes as long as its cost is. Wants ccrypt_load to have succeeded. 0 where
// it was made; else the password or the setting cannot be used.
int ccrypt_hash(const char *password, const char *setting, char hash[CCRYPT_HASH_SIZE]);

// Whether two runs of bytes are the same, in a time that tells nothing of them.
int ccrypt_equal(const char *one, const char *other, size_t length);
