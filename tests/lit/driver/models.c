// Bundled models of functions that do different things for different arguments. The declarations are the libraries'.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
typedef struct x509_st X509;
typedef struct bio_st BIO;
typedef struct ssl_st SSL;
typedef struct ssl_ctx_st SSL_CTX;
typedef struct evp_pkey_st EVP_PKEY;
typedef struct engine_st ENGINE;
typedef struct stack_st_GENERAL_NAME GENERAL_NAMES;
typedef int pem_password_cb(char *buf, int size, int rwflag, void *userdata);
X509 *PEM_read_bio_X509(BIO *out, X509 **x, pem_password_cb *cb, void *u);
void X509_free(X509 *a);
long SSL_CTX_ctrl(SSL_CTX *ctx, int cmd, long larg, void *parg);
long SSL_ctrl(SSL *ssl, int cmd, long larg, void *parg);
void EVP_PKEY_free(EVP_PKEY *pkey);
#define SSL_CTX_add0_chain_cert(ctx, x509) SSL_CTX_ctrl(ctx, 89, 0, (char *)(x509))
#define SSL_CTX_add1_chain_cert(ctx, x509) SSL_CTX_ctrl(ctx, 89, 1, (char *)(x509))
#define SSL_get_peer_tmp_key(s, pk) SSL_ctrl(s, 109, 0, pk)

int chain_ok(SSL_CTX *ctx, BIO *in) {
  X509 *ca;
  while ((ca = PEM_read_bio_X509(in, 0, 0, 0)) != 0) {
    if (!SSL_CTX_add0_chain_cert(ctx, ca)) {
      X509_free(ca);
      return 0;
    }
  }
  return 1;
}

int chain_bad(SSL_CTX *ctx, BIO *in) {
  X509 *ca = PEM_read_bio_X509(in, 0, 0, 0);
  if (!ca)
    return 0;
  return SSL_CTX_add0_chain_cert(ctx, ca) != 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

int key_ok(SSL *ssl) {
  EVP_PKEY *key = 0;
  if (!SSL_get_peer_tmp_key(ssl, &key))
    return 0;
  EVP_PKEY_free(key);
  return 1;
}

int key_bad(SSL *ssl) {
  EVP_PKEY *key = 0;
  if (!SSL_get_peer_tmp_key(ssl, &key))
    return 0;
  return key != 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

ENGINE *ENGINE_by_id(const char *id);
int ENGINE_init(ENGINE *e);
int ENGINE_finish(ENGINE *e);
int ENGINE_free(ENGINE *e);
void engine_ok(const char *id) {
  ENGINE *e = ENGINE_by_id(id);
  if (!e)
    return;
  if (ENGINE_init(e))
    ENGINE_finish(e);
  ENGINE_free(e);
}

void *X509_get_ext_d2i(const X509 *x, int nid, int *crit, int *idx);
void GENERAL_NAMES_free(GENERAL_NAMES *a);
void names_ok(X509 *certificate) {
  GENERAL_NAMES *names = X509_get_ext_d2i(certificate, 85, 0, 0);
  GENERAL_NAMES_free(names);
}

struct berval {
  unsigned long bv_len;
  char *bv_val;
};
typedef struct ldap LDAP;
typedef struct ldapmsg LDAPMessage;
typedef struct berelement BerElement;
int ldap_get_attribute_ber(LDAP *ld, LDAPMessage *e, BerElement *ber, struct berval *attr, struct berval **vals);
void ber_memfree(void *p);
void attributes_ok(LDAP *ld, LDAPMessage *message, BerElement *ber) {
  struct berval name, *values;
  int rc;
  for (rc = ldap_get_attribute_ber(ld, message, ber, &name, &values); rc == 0;
       rc = ldap_get_attribute_ber(ld, message, ber, &name, &values)) {
    if (!name.bv_val)
      break;
    if (values)
      ber_memfree(values);
  }
}

int attributes_bad(LDAP *ld, LDAPMessage *message, BerElement *ber) {
  struct berval name, *values;
  if (ldap_get_attribute_ber(ld, message, ber, &name, &values))
    return 0;
  return name.bv_len > 3; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

// What is given out twice, as the result and in *a, is one object; one that was there before is used again.
X509 *d2i_X509(X509 **a, const unsigned char **in, long len);
int read_ok(const unsigned char *bytes, long length) {
  X509 *x = 0;
  if (!d2i_X509(&x, &bytes, length))
    return 0;
  X509_free(x);
  return 1;
}

int read_bad(const unsigned char *bytes, long length) {
  X509 *x = 0;
  if (!d2i_X509(&x, &bytes, length))
    return 0;
  return 1; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

int read_again_ok(BIO *in, const unsigned char *bytes, long length) {
  X509 *x = PEM_read_bio_X509(in, 0, 0, 0);
  if (!x)
    return 0;
  X509 *again = d2i_X509(&x, &bytes, length);
  X509_free(x);
  return again != 0;
}

int i2d_X509(const X509 *a, unsigned char **out);
void CRYPTO_free(void *ptr, const char *file, int line);
int write_ok(X509 *x) {
  unsigned char *bytes = 0;
  int length = i2d_X509(x, &bytes);
  if (length < 0)
    return 0;
  CRYPTO_free(bytes, "", 0);
  return length;
}

int write_bad(X509 *x) {
  unsigned char *bytes = 0;
  int length = i2d_X509(x, &bytes);
  return length > 4; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
