/// A self-signed certificate of localhost and 127.0.0.1, valid from 2020 to 2120. Its key is public, so it is useful
/// only in tests.
enum TestCertificate {
  static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBZjCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
    c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
    CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJHsCiwQlGRYlzUx
    ZdbpkXJQmdm2+xUub99zdQ0EsPgWdlyvL0Ens7vaqdXbIUnVKNDKKh2+wyRGrGsl
    Ttx/WQKjTjBMMA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYIJbG9jYWxob3N0
    hwR/AAABMB0GA1UdDgQWBBRhgpXiqmceQA5k4DH1qlTL0OOoujAKBggqhkjOPQQD
    AgNHADBEAiAz+CSPpqfBJY/cA5GN2g8ITAIOSAVsUMucPwgaXdKBpwIgA+OHAdNP
    tXdQEiGIyNEiwYT8iCfMwqv0Ige919Yaf2U=
    -----END CERTIFICATE-----

    """

  static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg3FxSMbsvP651ebVZ
    hgz5k/NddqnZOnh61g9pa7F/bvmhRANCAASR7AosEJRkWJc1MWXW6ZFyUJnZtvsV
    Lm/fc3UNBLD4FnZcry9BJ7O72qnV2yFJ1SjQyiodvsMkRqxrJU7cf1kC
    -----END PRIVATE KEY-----

    """

  /// A key that does not belong to the certificate.
  static let otherKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgpf82VRMXR+XdifRw
    mHjd3rRS6smTpxGOUQEExFFpEFqhRANCAARZZLJXjTG2TudNgmdiGHPLjHzyRaHL
    F2T4yDv1KBxbx/H8Ydm1ZVaB1HKXUTEtNW0FYYNOkfBAkCW3+iyeX/1m
    -----END PRIVATE KEY-----

    """
}
